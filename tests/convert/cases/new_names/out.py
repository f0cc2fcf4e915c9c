import paddle

tmp_u = out_0 = 1
tmp_u_0, tmp_s, tmp_v = paddle.linalg.svd(x=tmp_u)
u = tmp_u_0, tmp_s, tmp_v.conj().t()
tmp_u_1, tmp_s, tmp_v = paddle.linalg.svd(x=x)
tmp_u_3, tmp_s_0, tmp_v_0 = paddle.linalg.svd(x=y)
v = (tmp_u_1, tmp_s, tmp_v.conj().t()), (tmp_u_3, tmp_s_0, tmp_v_0.conj().t())
w = paddle.normal(0., 1., (2, 3), requires_grad=True)
